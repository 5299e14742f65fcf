import type { LibraryRule } from './library-rule.ts';

const LIBRARIES =
  'Sentry|Serilog|NLog|log4net|Newtonsoft|Npgsql|MySql|MySqlConnector|Dapper|MassTransit|MediatR|AutoMapper|Polly|Hangfire|Quartz|Grpc|RabbitMQ|StackExchange|FluentValidation|Castle|Xunit|NUnit|UnityEngine|Mono|Xamarin';

export const dotnetRules: readonly LibraryRule[] = [
  { name: 'the framework', of: 'module', pattern: /^(?:System|Microsoft|Windows|Interop)\./ },
  {
    name: 'assemblies of the framework',
    of: 'package',
    pattern: /^(?:System|Microsoft|mscorlib|netstandard)[.,]/,
  },
  { name: 'libraries', of: 'module', pattern: new RegExp(String.raw`^(?:${LIBRARIES})\.`) },
];
