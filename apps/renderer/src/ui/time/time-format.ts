import type { TimeFormat } from '#shared';
import { createContext } from 'react';

export const inUtc: TimeFormat = { zone: 'UTC', dates: 'iso' };

export const TimeFormatContext = createContext<TimeFormat>(inUtc);
