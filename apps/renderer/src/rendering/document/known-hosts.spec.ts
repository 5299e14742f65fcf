import { describe, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { allowKnownHosts } from './known-hosts.ts';

const app = express()
  .use(allowKnownHosts('https://errata.example:8443/base'))
  .use((_request, response) => void response.send('page'));

describe('allowKnownHosts', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'errata.localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'errata.example:8443',
    'errata.example',
    'Errata.Example:443',
    '192.168.1.5:3000',
    '[fe80::1]:3000',
  ])('answers requests to the host %s', async (host) => {
    await supertest(app).get('/issues').set('Host', host).expect(200);
  });

  it.each([
    'evil.example',
    'xerrata.example',
    '',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:3000@localhost',
  ])('refuses requests to the host "%s"', async (host) => {
    await supertest(app).get('/issues').set('Host', host).expect(421);
  });
});
