import 'reflect-metadata';
import { Expose, plainToInstance, Transform } from 'class-transformer';
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
  ValidateBy,
} from 'class-validator';
import { isTrustProxy } from '#http';
import { requirePlainFolder } from '#persistence';
import {
  boundLimits,
  isPostgresUrl,
  parseMonitoringTarget,
  parseProjectSeeds,
  postgresUrlRule,
  readNumber,
  readVariables,
} from '#shared';
import { logFormats, logLevels } from '#telemetry';
import type { LogFormat, LogLevel } from '#telemetry';
import { parseUpstreams } from './parse-upstreams.ts';

/** Host names in a container network may contain underscores. */
const ADDRESS = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  allow_underscores: true,
};
/** The renderer reports a wrong address in the same words. Keep both texts equal. */
const AS_ADDRESS = 'must be an address like https://host:port/path, without a query';

export class Environment {
  @Expose()
  @IsIn(['production', 'development', 'test'])
  readonly NODE_ENV: 'production' | 'development' | 'test' = 'production';

  @Expose()
  @Transform(readNumber)
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

  /**
   * Must equal the renderer's ERRATA_SECRET. When absent, both services read the secret from a file
   * in DATA_DIR.
   */
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

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly RATE_LIMIT_PER_KEY: number = boundLimits.reportsPerKeyAndMinute;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly RATE_LIMIT_PER_PROJECT: number = 0;

  /**
   * Bytes that events and attachments may take in the database; 0 means no limit. The default
   * depends on the free disk space.
   */
  @Expose()
  @IsOptional()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly STORAGE_BUDGET_BYTES?: number;

  /** New issues that a project may create at once; 0 means no limit. */
  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly NEW_ISSUES_MAX: number = boundLimits.newIssues;

  /** Issues that a project may create again each minute, after it has used up NEW_ISSUES_MAX. */
  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  readonly NEW_ISSUES_PER_MINUTE: number = boundLimits.newIssuesPerMinute;

  /** Events of one issue that are stored with their payload each hour; 0 means no limit. */
  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly WHOLE_EVENTS_PER_HOUR: number = boundLimits.wholeEventsPerHour;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  readonly QUEUE_MAX_REPORTS: number = 1_000_000;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  readonly QUEUE_MAX_BYTES: number = 8 * 1024 ** 3;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly DISK_MIN_FREE_BYTES: number = 128 * 1024 ** 2;

  @Expose()
  @IsIn(['process', 'forward'])
  readonly RELAY_MODE: 'process' | 'forward' = 'process';

  @Expose()
  @IsOptional()
  @Satisfies((text) => parseUpstreams(text) !== undefined, {
    message:
      'UPSTREAM_DSN must be a DSN, or a list like web=https://<public key>@host/<project id>',
  })
  readonly UPSTREAM_DSN?: string;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  readonly FORWARD_MAX_BYTES: number = 1024 ** 3;

  @Expose()
  @Transform(readNumber)
  @IsNumber()
  @Min(1 / 60)
  readonly FORWARD_MAX_AGE_HOURS: number = 72;

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

  @Expose()
  @IsOptional()
  @MinLength(16, { message: 'METRICS_TOKEN must be at least 16 characters' })
  readonly METRICS_TOKEN?: string;

  @Expose()
  @IsOptional()
  @IsUrl(ADDRESS, { message: `RELAY_PUBLIC_URL ${AS_ADDRESS}` })
  readonly RELAY_PUBLIC_URL?: string;

  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  @Max(65_535)
  readonly PORT: number = 3000;

  /**
   * Port of the host machine that is mapped to a container's PORT. Used in the default address when
   * PUBLIC_URL is absent.
   */
  @Expose()
  @IsOptional()
  @Transform(readNumber)
  @IsInt()
  @Min(1)
  @Max(65_535)
  readonly PUBLIC_PORT?: number;

  @Expose()
  @IsOptional()
  @IsUrl(ADDRESS, { message: `PUBLIC_URL ${AS_ADDRESS}` })
  readonly PUBLIC_URL?: string;

  @Expose()
  @IsOptional()
  @Satisfies(isSmtpUrl, { message: 'SMTP_URL must be like smtp://user:password@host:587' })
  readonly SMTP_URL?: string;

  @Expose()
  @IsOptional()
  @Satisfies(isSender, {
    message: 'MAIL_FROM must be like errata@example.org, or Errata <errata@example.org>',
  })
  readonly MAIL_FROM?: string;

  @Expose()
  @IsOptional()
  @Satisfies(isHttpUrl, { message: 'HEARTBEAT_URL must be an address like https://host/path' })
  readonly HEARTBEAT_URL?: string;
}

/** Allows a query string, because it contains options for the mail client. */
function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text);
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Forbids line breaks, because the value becomes a mail header. */
function isSender(text: string): boolean {
  return /^(?:[^<>\r\n"]{0,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text);
}

/** Throws a RangeError whose one-line message names every wrong variable. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  requirePlainFolder(variables['DATA_DIR']);
  const environment = plainToInstance(Environment, readVariables(variables), {
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
  });
  const problems = validateSync(environment).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  if (problems.length > 0) throw new RangeError(problems.join('; '));
  return environment;
}

function Satisfies(
  test: (text: string) => boolean,
  { message }: { message: string },
): PropertyDecorator {
  return ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && test(value),
      defaultMessage: () => message,
    },
  });
}
