import type { LibraryRule } from './library-rule.ts';

export const dartRules: readonly LibraryRule[] = [
  { name: "Dart's own library", of: 'path', pattern: /^(?:org-dartlang-sdk:\/{1,3}|dart:)/ },
  { name: 'Flutter', of: 'path', pattern: /^package:(?:flutter|flutter_\w{1,40}|sky_engine)\// },
  { name: 'the SDK', of: 'path', pattern: /^package:sentry(?:_\w{1,40})?\// },
  {
    name: 'packages that many use',
    of: 'path',
    pattern:
      /^package:(?:async|bloc|cached_network_image|collection|dio|drift|get|get_it|go_router|hive|http|logging|path|provider|riverpod|rxdart|sqflite|stack_trace|test_api)\//,
  },
  { name: 'the cache of pub', of: 'path', pattern: /[/\\]\.pub-cache[/\\]/ },
];
