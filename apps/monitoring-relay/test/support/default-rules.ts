import { ClockDouble, NoPause } from '#telemetry/testing';
import { projectRules } from '../../src/product-processing.ts';
import { ProjectRules } from '../../src/processing/project-rules.ts';

export function defaultRules(): ProjectRules {
  const settings = { list: () => Promise.resolve(new Map<number, never>()) };
  return new ProjectRules({
    rules: projectRules,
    settings,
    clock: new ClockDouble(),
    pause: new NoPause(),
  });
}
