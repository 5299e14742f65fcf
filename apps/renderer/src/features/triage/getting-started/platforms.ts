import { javascript, react, vue } from './platforms/browser.ts';
import { aspnetcore, dotnet } from './platforms/dotnet.ts';
import { go } from './platforms/go.ts';
import { java, spring } from './platforms/jvm.ts';
import { nextjs } from './platforms/next.ts';
import { nestjs, node } from './platforms/node.ts';
import { laravel, php } from './platforms/php.ts';
import { django, fastapi, flask, python } from './platforms/python.ts';
import { rails, ruby } from './platforms/ruby.ts';
import type { Platform } from './platforms/platform.ts';

export const platforms: readonly Platform[] = [
  javascript,
  react,
  vue,
  nextjs,
  node,
  nestjs,
  python,
  django,
  flask,
  fastapi,
  php,
  laravel,
  ruby,
  rails,
  java,
  spring,
  go,
  dotnet,
  aspnetcore,
];
