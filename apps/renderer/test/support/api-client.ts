import { hashToken } from '#product/people/tokens';
import type { Scope } from '#product/people/accounts/rules';
import supertest from 'supertest';
import { checkAnswer } from './judge-answer.ts';
import type { PeopledRenderer, Person } from './peopled-renderer.ts';

export async function makeToken(
  renderer: PeopledRenderer,
  of: Person | 'organisation',
  scopes: readonly Scope[],
): Promise<string> {
  const text = `${of} ${scopes.join(' ')}`.replaceAll(' ', '-');
  await renderer.stores.tokens.create({
    hash: hashToken(text),
    hint: 'spec',
    name: text,
    scopes,
    createdAtMs: 1,
    ...(of === 'organisation' ? {} : { userId: renderer.idOf(of) }),
  });
  return text;
}

/**
 * Calls the API as a program does, at the host of `PUBLIC_URL` http://errata.example. The answer is
 * checked against the OpenAPI document.
 */
export function callApi(
  renderer: PeopledRenderer,
  verb: 'get' | 'post' | 'put' | 'delete',
  path: string,
  { body, token }: { readonly body?: object | undefined; readonly token: string },
): supertest.Test {
  const http = supertest(renderer.app.getHttpServer());
  const request = http[verb](path)
    .set('Host', 'errata.example')
    .set('Authorization', `Bearer ${token}`)
    .expect(({ status, body: answer }) => checkAnswer(renderer, { verb, path, status, answer }));
  return body ? request.send(body) : request;
}
