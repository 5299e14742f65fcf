import { validateSync } from 'class-validator';

/**
 * Returns whether `Rules` declares every field of the patch and each field passes its decorators. A
 * field with the value `undefined` unsets the setting.
 */
export function areAllowed(Rules: new () => object, patch: object): boolean {
  const checked: object = Object.assign(new Rules(), patch);
  return validateSync(checked, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
}
