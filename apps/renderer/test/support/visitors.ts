import supertest from 'supertest';
import { findToken } from '../../../../test/support/set-up-pass.ts';
import type { SpecRenderer } from './spec-renderer.ts';

export const OWN = 'http://localhost:3000';

export function cookieOf({ headers }: supertest.Response): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((each: string) => each.split(';')[0])
    .join('; ');
}

export function tokenOf({ product }: SpecRenderer): string {
  return findToken(product.notices?.[0] ?? '');
}

export function visitorsOf(renderer: SpecRenderer) {
  const http = () => supertest(renderer.app.getHttpServer());
  return {
    get: (path: string, cookie = '') =>
      http().get(path).set('Accept', 'text/html').set('Cookie', cookie),
    submit: (path: string, action: string, cookie = '') =>
      http()
        .post(`${path}${path.includes('?') ? '&' : '?'}_action=${action}`)
        .set('Origin', OWN)
        .set('Accept', 'text/html')
        .set('Cookie', cookie)
        .type('form'),
  };
}
