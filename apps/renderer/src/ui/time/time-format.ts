import type { TimeFormat } from '#shared';
import { createContext, useContext } from 'react';

export const inUtc: TimeFormat = { zone: 'UTC', dates: 'iso' };

export const TimeFormatContext = createContext<TimeFormat>(inUtc);

/** Returns the zone in which the page shows times. */
export function useZone(): string {
  return useContext(TimeFormatContext).zone;
}
