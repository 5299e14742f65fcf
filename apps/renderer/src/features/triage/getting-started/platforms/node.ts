import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

export const node: Platform = {
  id: 'node',
  name: 'Node.js',
  language: 'javascript',
  source: 'https://docs.sentry.io/platforms/javascript/guides/node/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'npm install @sentry/node' },
  configure: [
    {
      file: 'instrument.mjs',
      code: `import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: '__DSN__',
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  integrations: [Sentry.consoleLoggingIntegration()], // what the console prints becomes logs
});`,
    },
    { file: 'Terminal, with your own app.mjs', code: 'node --import ./instrument.mjs app.mjs' },
  ],
  verify: {
    file: 'app.mjs',
    code: `setTimeout(() => {
  throw new Error('Hello, Errata');
});`,
  },
  note: 'The error of this test ends the process once it is sent. With CommonJS, require the file before everything else instead.',
};

export const nestjs: Platform = {
  id: 'nestjs',
  name: 'NestJS',
  language: 'typescript',
  source: 'https://docs.sentry.io/platforms/javascript/guides/nestjs/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'npm install @sentry/nestjs' },
  configure: [
    {
      file: 'src/instrument.ts',
      code: `import * as Sentry from '@sentry/nestjs';

Sentry.init({
  dsn: '__DSN__',
  release: '__RELEASE__',
  environment: '__ENVIRONMENT__',
  enableLogs: true, // Sentry.logger; from version 11 on without this line
});`,
    },
    {
      file: 'src/main.ts',
      code: `import './instrument'; // before everything else
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();`,
    },
    {
      file: 'src/app.module.ts',
      code: `import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { SentryGlobalFilter, SentryModule } from '@sentry/nestjs/setup';

@Module({
  imports: [SentryModule.forRoot()],
  // before all other filters
  providers: [{ provide: APP_FILTER, useClass: SentryGlobalFilter }],
})
export class AppModule {}`,
    },
  ],
  verify: {
    file: 'Any controller of the application',
    code: `import { Controller, Get } from '@nestjs/common';

@Controller()
export class HelloController {
  @Get('hello-errata')
  hello() {
    throw new Error('Hello, Errata');
  }
}`,
  },
  note: 'A filter of your own that catches everything has @SentryExceptionCaptured() on its method catch instead of SentryGlobalFilter.',
};
