import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

const PYTHON_IMPORTS = `import logging

import sentry_sdk
from sentry_sdk.integrations.logging import LoggingIntegration`;

/** Since version 3 the SDK sends what `logging` logs only where it is told to. */
const PYTHON_CALL = `sentry_sdk.init(
    dsn="__DSN__",
    release="__RELEASE__",
    environment="__ENVIRONMENT__",
    # logs from INFO on; errors that are logged become issues
    integrations=[LoggingIntegration(level=logging.INFO, event_level=logging.ERROR)],
)`;

const PYTHON_INIT = `${PYTHON_IMPORTS}

${PYTHON_CALL}`;

export const python: Platform = {
  id: 'python',
  name: 'Python',
  language: 'python',
  source: 'https://docs.sentry.io/platforms/python/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
  configure: [{ file: 'Where your program begins', code: PYTHON_INIT }],
  verify: { file: 'Below it', code: 'division_by_zero = 1 / 0' },
};

export const django: Platform = {
  id: 'django',
  name: 'Django',
  language: 'python',
  source: 'https://docs.sentry.io/platforms/python/integrations/django/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
  configure: [{ file: 'settings.py', code: PYTHON_INIT }],
  verify: {
    file: 'urls.py',
    code: `from django.urls import path

def hello_errata(request):
    division_by_zero = 1 / 0

urlpatterns = [
    path("hello-errata/", hello_errata),
]`,
  },
};

export const flask: Platform = {
  id: 'flask',
  name: 'Flask',
  language: 'python',
  source: 'https://docs.sentry.io/platforms/python/integrations/flask/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
  configure: [
    {
      file: 'app.py',
      code: `${PYTHON_IMPORTS}
from flask import Flask

${PYTHON_CALL}

app = Flask(__name__)`,
    },
  ],
  verify: {
    file: 'Below it',
    code: `@app.route("/hello-errata")
def hello_errata():
    division_by_zero = 1 / 0`,
  },
};

export const fastapi: Platform = {
  id: 'fastapi',
  name: 'FastAPI',
  language: 'python',
  source: 'https://docs.sentry.io/platforms/python/integrations/fastapi/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'pip install --upgrade sentry-sdk' },
  configure: [
    {
      file: 'main.py',
      code: `${PYTHON_IMPORTS}
from fastapi import FastAPI

${PYTHON_CALL}

app = FastAPI()`,
    },
  ],
  verify: {
    file: 'Below it',
    code: `@app.get("/hello-errata")
async def hello_errata():
    division_by_zero = 1 / 0`,
  },
};
