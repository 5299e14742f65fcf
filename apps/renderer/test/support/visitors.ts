import supertest from 'supertest';
import { findToken } from '../../../../test/support/set-up-pass.ts';
import type { SpecRenderer } from './spec-renderer.ts';

/** Where a renderer of the specs is reached, unless its settings say otherwise. */
export const OWN = 'http://localhost:3000';

/** Name and value of the cookies that an answer sets, as a browser sends them. */
export function cookieOf({ headers }: supertest.Response): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((each: string) => each.split(';')[0])
    .join('; ');
}

/** As the link has it that its start printed. */
export function tokenOf({ product }: SpecRenderer): string {
  return findToken(product.notices?.[0] ?? '');
}

/** Steps of visitors of a renderer, by HTTP. */
export function visitorsOf(renderer: SpecRenderer) {
  const http = () => supertest(renderer.app.getHttpServer());
  return {
    get: (path: string, cookie = '') =>
      http().get(path).set('Accept', 'text/html').set('Cookie', cookie),
    /** As a browser without scripts sends a form. */
    submit: (path: string, action: string, cookie = '') =>
      http()
        .post(`${path}${path.includes('?') ? '&' : '?'}_action=${action}`)
        .set('Origin', OWN)
        .set('Accept', 'text/html')
        .set('Cookie', cookie)
        .type('form'),
  };
}
