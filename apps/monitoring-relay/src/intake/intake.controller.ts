import { Controller, NotFoundException, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answerRefusal, answerTaken, stalledAnswer, toRefusalAnswer } from './answer.ts';
import { Intake } from './intake.ts';

const PROJECT_ID = /^\d{1,15}$/;

/** The HTTP door for reports. It reads and answers by hand: bodies are streams, and refusals come before their end. */
@Controller()
export class IntakeController {
  constructor(private readonly intake: Intake) {}

  @Post('monitoring')
  takeThroughTunnel(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.take(request, response, undefined);
  }

  @Post('api/:project/envelope')
  takeEnvelope(
    @Req() request: Request,
    @Res() response: Response,
    @Param('project') project: string,
  ): Promise<void> {
    if (!PROJECT_ID.test(project)) throw new NotFoundException('There is nothing at this address.');
    return this.take(request, response, Number(project));
  }

  private async take(
    request: Request,
    response: Response,
    projectId: number | undefined,
  ): Promise<void> {
    const taken = await this.intake.take(request, projectId);
    if (taken.ok) answerTaken(response, taken.eventId);
    else if (taken.code === 'stalled') answerRefusal(request, response, stalledAnswer);
    else if (taken.code !== 'gone') answerRefusal(request, response, toRefusalAnswer(taken));
  }
}
