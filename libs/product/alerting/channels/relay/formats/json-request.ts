import type { OutgoingRequest } from '../outgoing/http-poster.ts';

export function toJsonRequest(
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest {
  return {
    address,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
