import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

export const dotnet: Platform = {
  id: 'dotnet',
  name: '.NET',
  language: 'csharp',
  source: 'https://docs.sentry.io/platforms/dotnet/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'dotnet add package Sentry' },
  configure: [
    {
      file: 'Program.cs',
      code: `SentrySdk.Init(options =>
{
    options.Dsn = "__DSN__";
    options.Release = "__RELEASE__";
    options.Environment = "__ENVIRONMENT__";
    options.EnableLogs = true;
});`,
    },
  ],
  verify: {
    file: 'Below it',
    code: `SentrySdk.CaptureException(new Exception("Hello, Errata"));`,
  },
};

export const aspnetcore: Platform = {
  id: 'aspnetcore',
  name: 'ASP.NET Core',
  language: 'csharp',
  source: 'https://docs.sentry.io/platforms/dotnet/guides/aspnetcore/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'dotnet add package Sentry.AspNetCore' },
  configure: [
    {
      file: 'Program.cs',
      code: `var builder = WebApplication.CreateBuilder(args);

builder.WebHost.UseSentry(options =>
{
    options.Dsn = "__DSN__";
    options.Release = "__RELEASE__";
    options.Environment = "__ENVIRONMENT__";
    options.EnableLogs = true;
});`,
    },
  ],
  verify: {
    file: 'Program.cs, after builder.Build()',
    code: `app.MapGet("/hello-errata", string () => throw new Exception("Hello, Errata"));`,
  },
};
