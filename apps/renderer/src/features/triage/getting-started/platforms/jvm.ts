import { CHECKED } from './platform.ts';
import type { Platform } from './platform.ts';

export const java: Platform = {
  id: 'java',
  name: 'Java',
  language: 'java',
  source: 'https://docs.sentry.io/platforms/java/',
  checked: CHECKED,
  install: { file: 'build.gradle', code: `implementation 'io.sentry:sentry:8.+'` },
  configure: [
    {
      file: 'Main.java',
      code: `import io.sentry.Sentry;

public class Main {
  public static void main(String[] args) {
    Sentry.init(options -> {
      options.setDsn("__DSN__");
      options.setRelease("__RELEASE__");
      options.setEnvironment("__ENVIRONMENT__");
      options.getLogs().setEnabled(true);
    });
  }
}`,
    },
  ],
  verify: {
    file: 'Below it',
    code: `try {
  throw new Exception("Hello, Errata");
} catch (Exception e) {
  Sentry.captureException(e);
}`,
  },
};

export const spring: Platform = {
  id: 'spring',
  name: 'Spring Boot',
  language: 'java',
  source: 'https://docs.sentry.io/platforms/java/guides/spring-boot/',
  checked: CHECKED,
  install: {
    file: 'build.gradle',
    code: `implementation 'io.sentry:sentry-spring-boot-starter-jakarta:8.+'`,
  },
  configure: [
    {
      file: 'application.properties',
      code: `sentry.dsn=__DSN__
sentry.release=__RELEASE__
sentry.environment=__ENVIRONMENT__
sentry.logs.enabled=true`,
    },
  ],
  verify: {
    file: 'Any controller',
    code: `@GetMapping("/hello-errata")
String hello() {
  throw new IllegalStateException("Hello, Errata");
}`,
  },
  note: 'For Spring Boot 3. The starter of Spring Boot 4 is called sentry-spring-boot-4-starter.',
};
