import 'reflect-metadata';
import { Expose, plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsUrl,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { isTrustProxy } from '#http';
import {
  boundLimits,
  isPostgresUrl,
  parseMonitoringTarget,
  parseProjectSeeds,
  postgresUrlRule,
} from '#shared';
import { logFormats, logLevels } from '#telemetry';
import type { LogFormat, LogLevel } from '#telemetry';
import { parseUpstreams } from './parse-upstreams.ts';
import { Satisfies } from './satisfies.ts';

/** Of a service: in a network of containers names may have an underscore. */
const ADDRESS = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  allow_underscores: true,
};
/** Whichever service is started first says it: the same words as the renderer's. */
const AS_ADDRESS = 'must be an address like https://host:port/path, without a query';

/** The relay's environment variables, as they are named outside. An empty variable counts as absent. */
export class Environment {
  @Expose()
  @IsIn(['production', 'development', 'test'])
  readonly NODE_ENV: 'production' | 'development' | 'test' = 'production';

  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly RELAY_PORT: number = 3001;

  @Expose()
  @IsNotEmpty()
  readonly HOST: string = '127.0.0.1';

  @Expose()
  @IsNotEmpty()
  readonly DATA_DIR: string = './data';

  @Expose()
  @IsOptional()
  @Satisfies(isPostgresUrl, { message: `DATABASE_URL ${postgresUrlRule}` })
  readonly DATABASE_URL?: string;

  /** The same as the renderer's. A file of DATA_DIR has it when it is absent. */
  @Expose()
  @IsOptional()
  @MinLength(32, { message: 'ERRATA_SECRET must be at least 32 characters' })
  readonly ERRATA_SECRET?: string;

  @Expose()
  @Satisfies((text) => parseProjectSeeds(text) !== undefined, {
    message: 'ERRATA_PROJECTS must be slugs like web,api=12:<public key>',
  })
  readonly ERRATA_PROJECTS: string = 'app';

  @Expose()
  @IsOptional()
  @Satisfies((text) => parseMonitoringTarget(text) !== undefined, {
    message: 'MONITORING_DSN must be "off" or a DSN like https://<public key>@host/<project id>',
  })
  readonly MONITORING_DSN?: string;

  /** Reports a minute; 0: no limit. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly RATE_LIMIT_PER_KEY: number = boundLimits.reportsPerKeyAndMinute;

  /** Reports a minute; 0: no limit. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly RATE_LIMIT_PER_PROJECT: number = 0;

  /** Bytes that events and attachments may take in the database; 0: no budget. By the disk when absent. */
  @Expose()
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly STORAGE_BUDGET_BYTES?: number;

  /** Of a project, at once; 0: no limit. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly NEW_ISSUES_MAX: number = boundLimits.newIssues;

  /** How many of them come back. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly NEW_ISSUES_PER_MINUTE: number = boundLimits.newIssuesPerMinute;

  /** Of an issue; 0: all. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly WHOLE_EVENTS_PER_HOUR: number = boundLimits.wholeEventsPerHour;

  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly QUEUE_MAX_REPORTS: number = 1_000_000;

  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly QUEUE_MAX_BYTES: number = 8 * 1024 ** 3;

  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  readonly DISK_MIN_FREE_BYTES: number = 128 * 1024 ** 2;

  /** `forward`: nothing is processed here, nor is there a database. */
  @Expose()
  @IsIn(['process', 'forward'])
  readonly RELAY_MODE: 'process' | 'forward' = 'process';

  /** Where reports are sent on to. */
  @Expose()
  @IsOptional()
  @Satisfies((text) => parseUpstreams(text) !== undefined, {
    message:
      'UPSTREAM_DSN must be a DSN, or a list like web=https://<public key>@host/<project id>',
  })
  readonly UPSTREAM_DSN?: string;

  /** Of what waits to be sent on. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  readonly FORWARD_MAX_BYTES: number = 1024 ** 3;

  @Expose()
  @Type(() => Number)
  @IsNumber()
  @Min(1 / 60)
  readonly FORWARD_MAX_AGE_HOURS: number = 72;

  /** By whom senders may come whose addresses are kept with what they report. */
  @Expose()
  @IsOptional()
  @Satisfies(isTrustProxy, {
    message: 'TRUST_PROXY must be a number of proxies, or addresses like loopback,10.0.0.0/8',
  })
  readonly TRUST_PROXY?: string;

  @Expose()
  @IsIn(logLevels)
  readonly LOG_LEVEL: LogLevel = 'info';

  @Expose()
  @IsOptional()
  @IsIn(logFormats)
  readonly LOG_FORMAT?: LogFormat;

  /** Who has it may read the metrics. */
  @Expose()
  @IsOptional()
  @MinLength(16, { message: 'METRICS_TOKEN must be at least 16 characters' })
  readonly METRICS_TOKEN?: string;

  /** Where senders reach the relay itself. */
  @Expose()
  @IsOptional()
  @IsUrl(ADDRESS, { message: `RELAY_PUBLIC_URL ${AS_ADDRESS}` })
  readonly RELAY_PUBLIC_URL?: string;

  /** Of the console, which passes reports on to the relay. */
  @Expose()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(65_535)
  readonly PORT: number = 3000;

  /** At which PORT is published: of the address that stands for an absent PUBLIC_URL. */
  @Expose()
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(65_535)
  readonly PUBLIC_PORT?: number;

  /** Where people and senders reach that. */
  @Expose()
  @IsOptional()
  @IsUrl(ADDRESS, { message: `PUBLIC_URL ${AS_ADDRESS}` })
  readonly PUBLIC_URL?: string;

  /** The server that takes mail; nobody gets any when it is absent. */
  @Expose()
  @IsOptional()
  @Satisfies(isSmtpUrl, { message: 'SMTP_URL must be like smtp://user:password@host:587' })
  readonly SMTP_URL?: string;

  /** Whose mail it is; by the host of PUBLIC_URL when absent. */
  @Expose()
  @IsOptional()
  @Satisfies(isSender, {
    message: 'MAIL_FROM must be like errata@example.org, or Errata <errata@example.org>',
  })
  readonly MAIL_FROM?: string;

  /** Called each minute while all is well. */
  @Expose()
  @IsOptional()
  @Satisfies(isHttpUrl, { message: 'HEARTBEAT_URL must be an address like https://host/path' })
  readonly HEARTBEAT_URL?: string;
}

/** Queries of such an address are settings of the mail client. */
function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text);
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** On one line: it becomes a header. */
function isSender(text: string): boolean {
  return /^(?:[^<>\r\n"]{0,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text);
}

/** Reads and validates; throws a RangeError whose message names every wrong variable on one line. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const present = Object.entries(variables).filter(([, value]) => value !== '');
  const environment = plainToInstance(Environment, Object.fromEntries(present), {
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
  });
  const problems = validateSync(environment).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length > 0) throw new RangeError(problems.join('; '));
  return environment;
}
