import request from 'supertest';
import { CallSignature } from '#persistence';
import type { RelayOperation } from '#shared';
import type { StartedRelay } from './started-relay.ts';

export class InternalCalls {
  private readonly signature: CallSignature;

  constructor(
    private readonly relay: StartedRelay,
    secret = relay.parts.secret,
  ) {
    this.signature = new CallSignature(secret);
  }

  get(target: string, signedAtMs = Date.now()): request.Test {
    const signature = this.signature.sign({ method: 'GET', target }, signedAtMs);
    return request(this.relay.url).get(target).set('Authorization', signature);
  }

  async describe(): Promise<RelayOperation> {
    return (await this.get('/internal/operation').expect(200)).body as RelayOperation;
  }
}
