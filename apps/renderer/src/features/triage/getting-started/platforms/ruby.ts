import { CHECKED, TERMINAL } from './platform.ts';
import type { Platform } from './platform.ts';

export const ruby: Platform = {
  id: 'ruby',
  name: 'Ruby',
  language: 'ruby',
  source: 'https://docs.sentry.io/platforms/ruby/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'bundle add sentry-ruby' },
  configure: [
    {
      file: 'Where your program begins',
      code: `require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = '__DSN__'
  config.release = '__RELEASE__'
  config.environment = '__ENVIRONMENT__'
  config.enable_logs = true
  config.enabled_patches << :logger # what a Logger writes becomes logs
end`,
    },
  ],
  verify: {
    file: 'Below it',
    code: `begin
  1 / 0
rescue ZeroDivisionError => exception
  Sentry.capture_exception(exception)
end`,
  },
};

export const rails: Platform = {
  id: 'rails',
  name: 'Ruby on Rails',
  language: 'ruby',
  source: 'https://docs.sentry.io/platforms/ruby/guides/rails/',
  checked: CHECKED,
  install: { file: TERMINAL, code: 'bundle add sentry-ruby sentry-rails' },
  configure: [
    {
      file: 'config/initializers/sentry.rb',
      code: `Sentry.init do |config|
  config.dsn = '__DSN__'
  config.release = '__RELEASE__'
  config.environment = '__ENVIRONMENT__'
  config.enable_logs = true
  config.enabled_patches << :logger # what a Logger writes becomes logs
  config.breadcrumbs_logger = [:active_support_logger, :http_logger]
end`,
    },
  ],
  verify: {
    file: 'Any action of a controller',
    code: `def hello_errata
  1 / 0
end`,
  },
};
