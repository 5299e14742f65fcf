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
    if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || !URL.canParse(value, HERE)) {
      return to('/');
    }
    const { origin, pathname, search, hash } = new URL(value, HERE);
    const address = pathname + search + hash;
    const isWithin = origin === HERE && !pathname.startsWith('//') && !WAY_IN.test(address);
    return isWithin ? (address as Address) : to('/');
  }
}
