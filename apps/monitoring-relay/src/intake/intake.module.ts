import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { reportLimits } from '#shared';
import { KeysModule } from '../keys/keys.module.ts';
import { Admissions } from './admission/admissions.ts';
import { ParseBudget } from './admission/parse-budget.ts';
import { RateLimiter } from './admission/rate-limiter.ts';
import { StorageWatch } from './admission/storage-watch.ts';
import { UnwantedSpans } from './admission/unwanted-spans.ts';
import { BodyReader } from './body/body-reader.ts';
import { DecodingThread } from './decoding/decoding-thread.ts';
import { Intake } from './intake.ts';
import { IntakeTally } from './intake-tally.ts';
import { IntakeController } from './intake.controller.ts';
import { MemoryBudget } from './memory/memory-budget.ts';
import { ReportKeeper } from './report-keeper.ts';
import { SenderClocks } from './sender-clocks.ts';
import { RelayExceptionFilter } from './relay-exception.filter.ts';

@Module({
  imports: [KeysModule],
  controllers: [IntakeController],
  providers: [
    Intake,
    Admissions,
    BodyReader,
    DecodingThread,
    IntakeTally,
    ParseBudget,
    RateLimiter,
    ReportKeeper,
    SenderClocks,
    StorageWatch,
    UnwantedSpans,
    {
      provide: MemoryBudget,
      useFactory: () =>
        new MemoryBudget({
          maxBytes: reportLimits.heldBytes,
          smallBytes: reportLimits.inlineBytes,
          maxLargeBytes: reportLimits.heldLargeBytes,
        }),
    },
    { provide: APP_FILTER, useClass: RelayExceptionFilter },
  ],
})
export class IntakeModule {}
