import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Response } from 'express';
import { ROUTE_ARGS_METADATA } from '../nest-internals.ts';
import { getVisitorSignal, VisitorSignal } from './visitor-signal.ts';

function responseThat(state: { closed?: boolean; destroyed?: boolean } = {}): Response {
  return Object.assign(new EventEmitter(), {
    closed: false,
    destroyed: false,
    ...state,
  }) as unknown as Response;
}

describe('getVisitorSignal', () => {
  it('returns a signal that is not aborted while the answer is being made', () => {
    expect(getVisitorSignal(responseThat()).aborted).toBe(false);
  });

  it('aborts the signal, with a reason, once the answer is over', () => {
    const response = responseThat();
    const signal = getVisitorSignal(response);
    response.emit('close');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toEqual(new Error('The visitor has left.'));
  });

  it.each([{ closed: true }, { destroyed: true }])(
    'returns an aborted signal for an answer that is over: %j',
    (state) => {
      expect(getVisitorSignal(responseThat(state)).aborted).toBe(true);
    },
  );

  it('returns the same signal for the same answer, and another signal for another answer', () => {
    const response = responseThat();
    expect(getVisitorSignal(response)).toBe(getVisitorSignal(response));
    expect(getVisitorSignal(responseThat())).not.toBe(getVisitorSignal(response));
  });

  it('listens to an answer once, however often the signal is requested', () => {
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
