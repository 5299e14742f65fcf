import {
  Body,
  ConflictException,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Action,
  Flash,
  InvalidFieldsException,
  OutcomeView,
  Page,
  RedirectException,
} from '../../../../src/rendering/index.ts';
import { ClassGuard, MethodGuard, Place } from '../probe/probe.guards.ts';
import { ProbeModule } from '../probe/probe.module.ts';
import { Script } from '../probe/script.ts';
import { SeatGuard } from './seat.guard.ts';
import type { TellFlash } from '../../../../src/rendering/index.ts';
import { AttachmentDto, LeadDto, NoteDto, RemoveDto, SayDto, SeatDto } from './board.dto.ts';
import type { AddAction, Added, BoardProps, CountAction, SeatAction } from './board.dto.ts';
import { at } from '../browser/at.ts';

@Controller('boards/:board')
@Place('controller')
@UseGuards(ClassGuard, SeatGuard)
class BoardController {
  private readonly boards = new Map<string, string[]>();
  private loads = 0;
  private runs = 0;
  private entered = 0;
  private again = 0;

  constructor(private readonly script: Script) {}

  @Get()
  @Page<BoardProps>('board/board.page', {
    tags: ({ board }) => [`board:${board}`, 'board:all'],
  })
  @OutcomeView(401, 'board/seatless.page')
  @Place('method')
  @UseGuards(MethodGuard)
  board(@Param('board') board: string, @Req() request: Request): BoardProps {
    this.script.pass('page', request);
    const notes = this.boards.get(board) ?? [];
    this.loads += 1;
    const mark = /mark=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'no mark';
    return { board, notes, loads: this.loads, mark };
  }

  @Get('other')
  @Page<BoardProps>('board/board.page')
  other(@Param('board') board: string): BoardProps {
    return { board, notes: [], loads: 0, mark: '' };
  }

  @Action<AddAction>('add', {
    of: ['board'],
    invalidates: ({ board }) => [`board:${board}`],
  })
  @Place('action')
  @UseGuards(MethodGuard)
  async add(
    @Param('board') board: string,
    @Body() { note }: NoteDto,
    @Req() request: Request,
  ): Promise<Added> {
    this.script.pass('add', request);
    if (note.startsWith('held')) await this.script.wait(note);
    if (board === 'full') throw new ConflictException('<b>Full</b> & closed.');
    const notes = this.boards.get(board) ?? [];
    if (notes.includes(note)) throw new InvalidFieldsException({ note: ['It is there already.'] });
    this.boards.set(board, [...notes, note]);
    return { count: notes.length + 1, board };
  }

  @Action('remove', { of: ['board'], invalidates: () => ['board:all'] })
  @Place('remove')
  @UseGuards(MethodGuard)
  remove(
    @Param('board') board: string,
    @Body() { note }: RemoveDto,
    @Flash() flash: TellFlash,
  ): null {
    const notes = this.boards.get(board) ?? [];
    this.boards.set(
      board,
      notes.filter((each) => each !== note),
    );
    flash({ text: `${note} is removed.`, undo: { action: 'add', fields: { note } } });
    return null;
  }

  @Action('say')
  say(@Body() { text, to, end, undo }: SayDto, @Flash() flash: TellFlash): { said: string } {
    flash({
      text,
      ...(undo === undefined ? {} : { undo: { action: 'add', fields: { note: undo } } }),
    });
    if (to !== undefined) throw new RedirectException(at(to));
    if (end === 'fault') throw new Error('a secret of the server');
    if (end === 'invalid') throw new InvalidFieldsException({ text: ['Not this.'] });
    return { said: text };
  }

  @Action('forget')
  forget(@Param('board') board: string): void {
    this.boards.delete(board);
  }

  @Action('mark')
  mark(@Res({ passthrough: true }) response: Response): { marked: true } {
    response.cookie('mark', 'made', { httpOnly: true });
    return { marked: true };
  }

  @Action('unmark')
  unmark(@Res({ passthrough: true }) response: Response): void {
    response.clearCookie('mark');
  }

  @Action('lead')
  lead(@Body() { to = '/shelf', status = '303' }: LeadDto): never {
    throw new RedirectException(at(to), Number(status) as 303);
  }

  @Action('attach', { files: true, maxBytes: 200_000 })
  attach(@Body() { file }: AttachmentDto): object {
    const { name, type, content } = file;
    return { name, type, bytes: content.length, text: content.toString('utf8', 0, 5) };
  }

  @Action('slow')
  async slow(): Promise<{ run: number }> {
    this.runs += 1;
    await this.script.wait('slow');
    return { run: this.runs };
  }

  @Action<CountAction>('count')
  count(@Query('count', ParseIntPipe) count: number): { readonly count: number } {
    return { count };
  }

  @Action('enter-again')
  enterAgain(): { again: number } {
    this.again += 1;
    return { again: this.again };
  }

  @Action('enter', { signsIn: true })
  enter(): { entered: number } {
    this.entered += 1;
    return { entered: this.entered };
  }

  @Action<SeatAction>('take-seat', { isRepeatable: false })
  takeSeat(
    @Body() { word }: SeatDto,
    @Res({ passthrough: true }) response: Response,
  ): { readonly taken: true } {
    if (word !== 'please') throw new InvalidFieldsException({ word: ['Say the word.'] });
    response.cookie('seat', 'taken', { httpOnly: true });
    return { taken: true };
  }

  @Action('fail')
  fail(): never {
    throw new Error('a secret of the server');
  }

  @Action('vanish')
  vanish(): never {
    throw new NotFoundException();
  }
}

@Module({ imports: [ProbeModule], controllers: [BoardController] })
export class BoardModule {}
