import { describe, expect, it } from '@jest/globals';
import { parameterise } from './parameterise.ts';

describe('parameterise', () => {
  it.each([
    ['User 42 not found', 'User <number> not found'],
    ['took 1.5 ms, -3 left', 'took <number> ms, <number> left'],
    ['order_1234 failed', 'order_<number> failed'],
    ['id 550e8400-e29b-41d4-a716-446655440000 gone', 'id <uuid> gone'],
    ['at 0xdeadBEEF', 'at <hex>'],
    ['commit 3f2a9c1b missing', 'commit <hex> missing'],
    ['since 2026-01-05T12:00:00.123Z', 'since <date>'],
    ['at 12:01:59 exactly', 'at <time> exactly'],
    ['from 10.0.0.1:8080 and ::1', 'from <ip> and <ip>'],
    ['from fe80:0:0:0:1:2:3:4', 'from <ip>'],
    ['mail to jo.do+x@mail.example.com bounced', 'mail to <email> bounced'],
    ['GET https://example.com/a?b=1 failed', 'GET <url> failed'],
    ['  two\n lines ', 'two lines'],
    ['face decade cafe', 'face decade cafe'],
    ['HTTP2 utf8', 'HTTP2 utf8'],
    ['user1234 node404', 'user<number> node<number>'],
  ])('makes %j %j', (message, expected) => {
    expect(parameterise(message)).toBe(expected);
  });
});
