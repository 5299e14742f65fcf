import { validateSync } from 'class-validator';

/** Whether the rules of a part's class allow a patch: its own fields alone, each by its decorators; undefined unsets. */
export function areAllowed(Rules: new () => object, patch: object): boolean {
  const checked: object = Object.assign(new Rules(), patch);
  return validateSync(checked, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
}
