import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { retentionLimits } from '#shared';
import { recentTimes } from './event-filter.ts';
import type { Days, EventFilter, RecentTime } from './event-filter.ts';

type Parameters = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const MOST_DAYS = retentionLimits.dayCountsKeptMs / DAY_MS;
const MOST_CHARACTERS = 200;

/**
 * Reads `environment=`, `release=`, `time=`, and `from=` with `to=`, which win over `time`. Ignores
 * empty values, which forms send; throws 404 for values that cannot be read.
 */
export function readFilter(parameters: Parameters): EventFilter {
  const environment = readText(parameters['environment']);
  const release = readText(parameters['release']);
  const time = readTime(parameters);
  return {
    environment,
    release,
    time,
  };
}

@Injectable()
export class EventFilterPipe implements PipeTransform<Parameters, EventFilter> {
  transform(parameters: Parameters): EventFilter {
    return readFilter(parameters);
  }
}

function readText(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) throw new NotFoundException();
  return value;
}

function readTime(parameters: Parameters): EventFilter['time'] {
  const time = readText(parameters['time']);
  const [from, to] = [readDay(parameters['from']), readDay(parameters['to'])];
  const [first, last] = [from ?? to, to ?? from];
  if (first !== undefined && last !== undefined) return toDays(first, last);
  if (time === undefined || time === 'all' || time === 'days') return undefined;
  if (!Object.hasOwn(recentTimes, time)) throw new NotFoundException();
  return time as RecentTime;
}

/**
 * Sorts the two days. Moves the earlier day forward when the range is longer than Errata keeps
 * counts by day.
 */
function toDays(one: string, other: string): Days {
  const [from = one, to = other] = [one, other].toSorted();
  const earliest = new Date(Date.parse(to) - (MOST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from: from < earliest ? earliest : from, to };
}

function readDay(value: unknown): string | undefined {
  const text = readText(value);
  if (text === undefined) return undefined;
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text);
  if (!isDay) throw new NotFoundException();
  return text;
}
