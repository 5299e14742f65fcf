import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Get, type INestApplication, Module, Param, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request, Response } from 'express';
import request from 'supertest';
import { ServerAdapter } from './server-adapter.ts';

@Controller()
class SpecController {
  @Get()
  answer(@Req() asked: Request, @Res() response: Response): void {
    const isAsked = asked.get('X-Asked') === 'yes' && asked.res === response;
    response
      .status(isAsked ? 202 : 400)
      .json({ path: asked.path, app: asked.app === response.app });
  }

  @Get('über uns/:größe')
  show(@Param('größe') size: string): string {
    return size;
  }
}

@Module({ controllers: [SpecController] })
class SpecModule {}

let app: INestApplication;

beforeAll(async () => {
  app = await NestFactory.create(SpecModule, new ServerAdapter(), { logger: false });
  await app.init();
});

afterAll(() => app.close());

describe('ServerAdapter', () => {
  it('gives requests and responses all that Express gives them', async () => {
    const answer = await request(app.getHttpServer()).get('/?a=1').set('X-Asked', 'yes');
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ path: '/', app: true });
  });

  it('routes what browsers send for a path beyond ASCII', async () => {
    const answer = await request(app.getHttpServer()).get('/%C3%BCber%20uns/gro%C3%9F');
    expect(answer.text).toBe('groß');
  });

  it('changes the prototype of no request and no response', async () => {
    const set = jest.spyOn(Object, 'setPrototypeOf');
    const changes: object[] = [];
    set.mockImplementation((object: object, prototype: object | null) => {
      if (Object.getPrototypeOf(object) !== prototype) changes.push(object);
      return Reflect.setPrototypeOf(object, prototype) ? object : undefined;
    });
    await request(app.getHttpServer()).get('/').set('X-Asked', 'yes').expect(202);
    set.mockRestore();
    expect(changes).toEqual([]);
  });
});
