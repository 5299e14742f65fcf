import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { MonitorRow } from './crons.dto.ts';

type Row = Pick<MonitorRow, 'name' | 'environment' | 'state' | 'status' | 'isFailing'>;

const isOn = ({ state }: Row): boolean => state !== 'disabled';

/** A muted monitor may also fail. */
const STATES = {
  failing: (row: Row) => isOn(row) && row.isFailing,
  healthy: (row: Row) => isOn(row) && !row.isFailing && row.status !== undefined,
  waiting: (row: Row) => isOn(row) && row.status === undefined,
  muted: ({ state }: Row) => state === 'muted',
  off: (row: Row) => !isOn(row),
} as const;

export interface CronsAddress {
  /** Words of names. */
  readonly query?: string | undefined;
  /** Slug or name of a project. */
  readonly project?: string | undefined;
  readonly state?: keyof typeof STATES | undefined;
  readonly environment?: string | undefined;
  /** Counts from 1, which is left out. */
  readonly page?: number;
}

/** Throws `NotFoundException` for values that cannot be read. */
@Injectable()
export class CronsAddressPipe implements PipeTransform<
  Readonly<Record<string, unknown>>,
  CronsAddress
> {
  transform(fields: Readonly<Record<string, unknown>>): CronsAddress {
    const state = readText(fields['state']);
    if (state !== undefined && !Object.hasOwn(STATES, state)) throw new NotFoundException();
    const page = readText(fields['page']);
    if (!/^[1-9]\d{0,3}$/.test(page ?? '1')) throw new NotFoundException();
    return {
      query: readText(fields['query']),
      project: readText(fields['project']),
      state: state as CronsAddress['state'],
      environment: readText(fields['environment']),
      page: page === undefined ? undefined : Number(page),
    };
  }
}

function readText(value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw new NotFoundException();
  return value;
}

export function isListed(row: Row, { query = '', state, environment }: CronsAddress): boolean {
  const name = row.name.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  const isOfState = state === undefined || STATES[state](row);
  const isOfEnvironment = environment === undefined || row.environment === environment;
  return isOfState && isOfEnvironment && words.every((word) => name.includes(word));
}

export function listStates(rows: readonly Row[]): readonly string[] {
  return Object.entries(STATES).flatMap(([state, has]) => (rows.some(has) ? state : []));
}
