import { isOwnPath } from '../../../../rendering/index.ts';
import { to } from '#shared';
import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

const HERE = 'http://console.invalid';
const WAY_IN = /^\/(?:sign-in|setup)(?:[/?#]|$)/;

/**
 * Reads `?to=` as an address within the console. Any other value becomes `/`, so that links cannot
 * redirect people to another site.
 */
@Injectable()
export class ReturnAddressPipe implements PipeTransform<unknown, Address> {
  transform(value: unknown): Address {
    if (typeof value !== 'string' || !isOwnPath(value)) return to('/');
    const { pathname, search, hash } = new URL(value, HERE);
    const address = pathname + search + hash;
    return WAY_IN.test(address) ? to('/') : (address as Address);
  }
}
