import 'reflect-metadata';
import { isTrustProxy } from '#http';
import { requirePlainFolder } from '#persistence';
import {
  isIssuer,
  isPostgresUrl,
  parseDomains,
  parseEmail,
  parseMonitoringTarget,
  parseProjectSeeds,
  postgresUrlRule,
  readNumber,
  readVariables,
} from '#shared';
import { logFormats, logLevels } from '#telemetry';
import type { LogFormat, LogLevel } from '#telemetry';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  Matches,
  Min,
  MinLength,
  ValidateIf,
  validateSync,
} from 'class-validator';
import { Satisfies } from './satisfies.ts';

const AS_ADDRESS = 'must be an address like https://host:port/path, without a query';

/** An empty variable counts as absent. */
export class Environment {
  @Expose()
  @IsIn(['production', 'development'])
  readonly NODE_ENV: 'production' | 'development' = 'production';

  @Expose()
  @Transform(readNumber)
  @Satisfies(isPort, { message: 'PORT must be a number from 1 to 65535' })
  readonly PORT: number = 3000;

  /**
   * Port on which Vite sends live updates to browsers, in development only. `npm run dev` chooses
   * the port.
   */
  @Expose()
  @IsOptional()
  @Transform(readNumber)
  @Satisfies(isPort, { message: 'LIVE_UPDATES_PORT must be a number from 1 to 65535' })
  readonly LIVE_UPDATES_PORT?: number;

  @Expose()
  @IsNotEmpty()
  readonly HOST: string = '127.0.0.1';

  @Expose()
  @IsOptional()
  @Satisfies(isBaseAddress, { message: `PUBLIC_URL ${AS_ADDRESS}` })
  readonly PUBLIC_URL?: string;

  /**
   * Port of the assumed address `http://localhost:<port>` when PUBLIC_URL is absent. The default is
   * PORT.
   */
  @Expose()
  @IsOptional()
  @Transform(readNumber)
  @Satisfies(isPort, { message: 'PUBLIC_PORT must be a number from 1 to 65535' })
  readonly PUBLIC_PORT?: number;

  @Expose()
  @Satisfies(isBaseAddress, { message: `RELAY_URL ${AS_ADDRESS}` })
  readonly RELAY_URL: string = 'http://127.0.0.1:3001';

  @Expose()
  @IsOptional()
  @Satisfies(isBaseAddress, { message: `RELAY_PUBLIC_URL ${AS_ADDRESS}` })
  readonly RELAY_PUBLIC_URL?: string;

  @Expose()
  @IsNotEmpty()
  readonly DATA_DIR: string = './data';

  /** On SQLite, the renderer takes parts of source maps only while so much of the disk is free. */
  @Expose()
  @Transform(readNumber)
  @IsInt()
  @Min(0)
  readonly DISK_MIN_FREE_BYTES: number = 128 * 1024 ** 2;

  @Expose()
  @IsOptional()
  @Satisfies(isPostgresUrl, { message: `DATABASE_URL ${postgresUrlRule}` })
  readonly DATABASE_URL?: string;

  @Expose()
  @Satisfies((text) => parseProjectSeeds(text) !== undefined, {
    message:
      'ERRATA_PROJECTS must be a list of slugs like web,api=12:<public key> that names each project once',
  })
  readonly ERRATA_PROJECTS: string = 'app';

  @Expose()
  @Matches(/^[a-z0-9][a-z0-9-]{0,49}$/, {
    message: 'ERRATA_ORG must be a slug: small letters, digits and hyphens, at most 50',
  })
  readonly ERRATA_ORG: string = 'errata';

  @Expose()
  @IsOptional()
  @Satisfies((text) => parseMonitoringTarget(text) !== undefined, {
    message: 'MONITORING_DSN must be "off" or a DSN like https://<public key>@host/<project id>',
  })
  readonly MONITORING_DSN?: string;

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

  /** Token that readers of the metrics must send. When absent, nobody can read the metrics. */
  @Expose()
  @IsOptional()
  @MinLength(16, { message: 'METRICS_TOKEN must be at least 16 characters' })
  readonly METRICS_TOKEN?: string;

  /**
   * Secret that signs cookies, links and requests between services, and encrypts stored secrets.
   * Must be the same on all replicas. When absent, a file in DATA_DIR holds the secret.
   */
  @Expose()
  @IsOptional()
  @MinLength(32, { message: 'ERRATA_SECRET must be at least 32 characters' })
  readonly ERRATA_SECRET?: string;

  /** Email of the owner account, which is created when Errata has no owner. */
  @Expose()
  @ValidateIf(({ ERRATA_OWNER_PASSWORD }: Environment) => ERRATA_OWNER_PASSWORD !== undefined)
  @Satisfies((text) => text !== undefined && parseEmail(text) !== undefined, {
    message: 'ERRATA_OWNER_EMAIL must be an email address, and goes with ERRATA_OWNER_PASSWORD',
  })
  readonly ERRATA_OWNER_EMAIL?: string;

  @Expose()
  @ValidateIf(({ ERRATA_OWNER_EMAIL }: Environment) => ERRATA_OWNER_EMAIL !== undefined)
  @IsNotEmpty({ message: 'ERRATA_OWNER_PASSWORD goes with ERRATA_OWNER_EMAIL' })
  readonly ERRATA_OWNER_PASSWORD?: string;

  /** The relay sends the mail; the renderer only reads whether mail is configured. */
  @Expose()
  @IsOptional()
  @Satisfies(isSmtpUrl, { message: 'SMTP_URL must be like smtp://user:password@host:587' })
  readonly SMTP_URL?: string;

  @Expose()
  @ValidateIf(namesProvider)
  @Satisfies(isIssuer, {
    message: 'OIDC_ISSUER must be the address of a provider, like https://id.example.org',
  })
  readonly OIDC_ISSUER?: string;

  @Expose()
  @ValidateIf(namesProvider)
  @IsNotEmpty({ message: 'OIDC_CLIENT_ID goes with OIDC_ISSUER' })
  readonly OIDC_CLIENT_ID?: string;

  @Expose()
  @ValidateIf(namesProvider)
  @IsNotEmpty({ message: 'OIDC_CLIENT_SECRET goes with OIDC_ISSUER' })
  readonly OIDC_CLIENT_SECRET?: string;

  /** People with a verified email address in these domains get an account without an invitation. */
  @Expose()
  @IsOptional()
  @Satisfies((text) => typeof text === 'string' && parseDomains(text) !== undefined, {
    message: 'OIDC_ALLOWED_DOMAINS must be a list of domains like example.org,example.com',
  })
  readonly OIDC_ALLOWED_DOMAINS?: string;

  /**
   * `1` makes the renderer listen on HOST even before the first account exists. Until that account
   * exists, only the link that the renderer prints lets people in.
   */
  @Expose()
  @IsIn(['0', '1'])
  readonly ERRATA_OPEN: '0' | '1' = '0';
}

function namesProvider(environment: Environment): boolean {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = environment;
  return [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].some((value) => value !== undefined);
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function isSmtpUrl(text: unknown): boolean {
  return typeof text === 'string' && /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text);
}

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

/**
 * Whether the text is an http or https URL to which a path can be appended: one without query,
 * fragment and credentials.
 */
function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return search + hash + username + password === '' && !/[?#]$/.test(text);
}
