import request from 'supertest';
import { CallSignature } from '#persistence';
import type { FailedChange, FailedReportPage, RelayOperation } from '#shared';
import type { StartedRelay } from './started-relay.ts';

/** What the renderer would ask of a relay. */
export class InternalCalls {
  private readonly signature: CallSignature;

  constructor(
    private readonly relay: StartedRelay,
    secret = relay.parts.secret,
  ) {
    this.signature = new CallSignature(secret);
  }

  send(method: 'GET' | 'POST', target: string, signedAtMs = Date.now()): request.Test {
    const agent = request(this.relay.url);
    const call = method === 'GET' ? agent.get(target) : agent.post(target);
    return call.set('Authorization', this.signature.sign({ method, target }, signedAtMs));
  }

  async describe(): Promise<RelayOperation> {
    return (await this.send('GET', '/internal/operation').expect(200)).body as RelayOperation;
  }

  async list(before?: string): Promise<FailedReportPage> {
    const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
    const answer = await this.send('GET', `/internal/failed-reports${query}`).expect(200);
    return answer.body as FailedReportPage;
  }

  async change(
    how: 'retry' | 'discard',
    selection: Readonly<Record<string, string>>,
  ): Promise<FailedChange> {
    const query = new URLSearchParams(selection).toString();
    const target = `/internal/failed-reports/${how}?${query}`;
    return (await this.send('POST', target).expect(200)).body as FailedChange;
  }
}
