import { cruise, format } from 'dependency-cruiser';
import { forbidden, options, TEST_CODE } from '../.dependency-cruiser.mjs';
import { describeCircle, findFolderCircles } from './support/folder-circles.mjs';

const { output } = await cruise(process.argv.slice(2), {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const violations = await format(output, { outputType: 'err-long' });
const circles = findFolderCircles(output.modules, TEST_CODE);
console.log(violations.output);
for (const circle of circles) {
  console.log(`These folders import each other in a circle:\n${describeCircle(circle)}`);
}
if (violations.exitCode > 0 || circles.length > 0) process.exitCode = 1;
