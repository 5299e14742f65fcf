import type { TimeFormat } from '#shared';
import { createContext } from 'react';

export const inUtc: TimeFormat = { zone: 'UTC', dates: 'iso' };

/** How the visitor wants times shown. */
export const TimeFormatContext = createContext<TimeFormat>(inUtc);
