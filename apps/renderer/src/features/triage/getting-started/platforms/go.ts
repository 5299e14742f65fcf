import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

export const go: Platform = {
  id: 'go',
  name: 'Go',
  language: 'go',
  source: 'https://docs.sentry.io/platforms/go/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'go get github.com/getsentry/sentry-go' },
  configure: [
    {
      file: 'main.go',
      code: `package main

import (
	"context"
	"log"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn:         "__DSN__",
		Release:     "__RELEASE__",
		Environment: "__ENVIRONMENT__",
	})
	if err != nil {
		log.Fatalf("sentry.Init: %s", err)
	}
	defer sentry.Flush(2 * time.Second)
	sentry.NewLogger(context.Background()).Info().Emit("started") // a log
}`,
    },
  ],
  verify: {
    file: 'In main, with errors among the imports',
    code: `sentry.CaptureException(errors.New("Hello, Errata"))`,
  },
};
