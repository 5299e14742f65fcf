import { measureScripts } from '../measurements/bytes.mjs';

console.log(JSON.stringify(await measureScripts(process.argv.slice(2))));
