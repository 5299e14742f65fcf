import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyStore } from '#persistence';
import { Clock, Scheduler, SystemClock, SystemScheduler } from '#shared';
import { ActionRoutes } from './actions/action-routes.ts';
import { ActionRunner } from './actions/action-runner.ts';
import { Submits } from './actions/submits.ts';
import { PageActions } from './actions/page-actions.ts';
import { OutcomeAnswer } from './serving/outcome-answer.ts';
import { PageParts } from './parts/page-parts.ts';
import { PartSettler } from './parts/part-settler.ts';
import { PageAnswers } from './serving/page-answers.ts';
import { PageDataAnswer } from './serving/page-data-answer.ts';
import { PageTurns } from './serving/page-turns.ts';
import { PageInterceptor } from './serving/page.interceptor.ts';
import { ClientBuild } from './build/client-build.ts';
import { ViewRenderer } from './build/view-renderer.ts';
import { ChainGuard } from './chain/chain.guard.ts';
import { EnhancedMethods } from './chain/enhanced-methods.ts';
import { LayoutLookup } from './chain/layout-lookup.ts';
import { PageChains } from './chain/page-chains.ts';
import { Deadline } from './chain/deadline.ts';
import { DeferredSettler } from './deferred/deferred-settler.ts';
import { DocumentAnswer } from './document/document-answer.ts';
import { DocumentFrames } from './document/document-frames.ts';
import { DataClient } from './fetch/data-client.ts';
import type { DataFetch } from './fetch/data-client.ts';
import { FlashCookie } from './flash/flash-cookie.ts';
import { HealthController } from './health/health.controller.ts';
import { Intake, NoIntake } from './health/intake.ts';
import { Readiness } from './health/readiness.ts';
import { ErrorMonitoring } from './monitoring/error-monitoring.ts';
import { LiveController } from './live/live.controller.ts';
import { LiveStreams } from './live/live-streams.ts';
import { FaultLog } from './outcomes/fault-log.ts';
import { OutcomeFilter } from './serving/outcome.filter.ts';
import { OutcomeSegments } from './outcomes/outcome-segments.ts';
import { RedirectTargets } from './outcomes/redirect-targets.ts';
import { RenderingOptions } from './rendering.options.ts';
import { OwnAddresses } from './routes/own-addresses.ts';
import { PublishedRoutes } from './routes/published-routes.ts';

/**
 * Dependencies that the application gives to the platform.
 *
 * ```ts
 * const { client, views } = await openViewBuild(config);
 * const submits = stores.idempotency;
 * const setup: RenderingSetup = { options, client, views, monitoring, readiness, submits };
 * ```
 */
export interface RenderingSetup {
  readonly options: RenderingOptions;
  readonly client: ClientBuild;
  readonly views: ViewRenderer;
  readonly monitoring: ErrorMonitoring;
  readonly readiness: Readiness;
  readonly intake?: Intake | undefined;
  readonly submits: IdempotencyStore;
  readonly scheduler?: Scheduler;
  readonly fetch?: DataFetch;
}

/**
 * Renders the results of controllers' methods as pages. The module is global; import it before the
 * product's modules.
 *
 * ```ts
 * @Module({ imports: [RenderingModule.forRoot(setup), CatalogueModule, CheckoutModule] })
 * export class ShopModule {}
 * ```
 */
@Module({})
export class RenderingModule {
  static forRoot({
    options,
    client,
    views,
    monitoring,
    readiness,
    intake = new NoIntake(),
    submits,
    scheduler = new SystemScheduler(),
    fetch: ask = (url, init) => fetch(url, init),
  }: RenderingSetup): DynamicModule {
    return {
      module: RenderingModule,
      global: true,
      controllers: [HealthController, LiveController],
      providers: [
        { provide: RenderingOptions, useValue: options },
        { provide: ClientBuild, useValue: client },
        { provide: ViewRenderer, useValue: views },
        { provide: ErrorMonitoring, useValue: monitoring },
        { provide: Readiness, useValue: readiness },
        { provide: Intake, useValue: intake },
        { provide: IdempotencyStore, useValue: submits },
        { provide: Clock, useValue: new SystemClock() },
        { provide: DataClient, useValue: createDataClient(scheduler, ask) },
        { provide: APP_FILTER, useClass: OutcomeFilter },
        // Becomes the outermost interceptor, because this module is imported before the product's
        // modules.
        { provide: APP_INTERCEPTOR, useClass: PageInterceptor },
        { provide: Scheduler, useValue: scheduler },
        ActionRoutes,
        ActionRunner,
        ChainGuard,
        Deadline,
        DeferredSettler,
        DocumentAnswer,
        DocumentFrames,
        EnhancedMethods,
        FaultLog,
        FlashCookie,
        LayoutLookup,
        LiveStreams,
        OutcomeAnswer,
        OutcomeSegments,
        OwnAddresses,
        PageActions,
        PageAnswers,
        PageChains,
        PageDataAnswer,
        PageParts,
        PageTurns,
        PartSettler,
        PublishedRoutes,
        RedirectTargets,
        Submits,
      ],
      exports: [DataClient, LiveStreams, PageParts, RenderingOptions],
    };
  }
}

function createDataClient(scheduler: Scheduler, ask: DataFetch): DataClient {
  return new DataClient({
    fetch: ask,
    clock: new SystemClock(),
    scheduler,
    random: Math.random,
  });
}
