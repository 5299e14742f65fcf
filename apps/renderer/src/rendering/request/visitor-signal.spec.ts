import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { Response } from 'express';
import { getVisitorSignal, VisitorSignal } from './visitor-signal.ts';

function responseThat(state: { closed?: boolean; destroyed?: boolean } = {}): Response {
  return Object.assign(new EventEmitter(), {
    closed: false,
    destroyed: false,
    ...state,
  }) as unknown as Response;
}

describe('getVisitorSignal', () => {
  it('is not aborted while the answer is being made', () => {
    expect(getVisitorSignal(responseThat()).aborted).toBe(false);
  });

  it('is aborted, with a reason, once the answer is over', () => {
    const response = responseThat();
    const signal = getVisitorSignal(response);
    response.emit('close');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toEqual(new Error('The visitor has left.'));
  });

  it.each([{ closed: true }, { destroyed: true }])(
    'is aborted from the start of an answer that is over: %j',
    (state) => {
      expect(getVisitorSignal(responseThat(state)).aborted).toBe(true);
    },
  );

  it('is the same for one answer, and another for another', () => {
    const response = responseThat();
    expect(getVisitorSignal(response)).toBe(getVisitorSignal(response));
    expect(getVisitorSignal(responseThat())).not.toBe(getVisitorSignal(response));
  });

  it('listens once, however many ask', () => {
    const response = responseThat();
    for (let count = 0; count < 20; count += 1) getVisitorSignal(response);
    expect(response.listenerCount('close')).toBe(1);
  });
});

describe('@VisitorSignal()', () => {
  it('gives a loader the signal of its answer', () => {
    class Loader {
      load(@VisitorSignal() _signal: AbortSignal): void {}
    }
    const response = responseThat();
    const [parameter] = Object.values(
      Reflect.getMetadata(ROUTE_ARGS_METADATA, Loader, 'load') as Record<
        string,
        { factory: (data: unknown, context: ExecutionContextHost) => unknown }
      >,
    );
    const given = parameter?.factory(undefined, new ExecutionContextHost([{}, response]));
    expect(given).toBe(getVisitorSignal(response));
  });
});
