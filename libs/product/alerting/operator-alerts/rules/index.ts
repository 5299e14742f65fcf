export { operatorConditionNames, operatorConditions } from './operator-conditions.ts';
export type { OperatorConditionName } from './operator-conditions.ts';
