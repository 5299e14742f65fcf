import type { TimeFormat } from '#shared';
import { createContext } from 'react';

export const inUtc: TimeFormat = { zone: 'UTC', dates: 'iso' };

/** The zone and style of times that the visitor wants. */
export const TimeFormatContext = createContext<TimeFormat>(inUtc);
