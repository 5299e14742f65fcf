import { measureScripts } from '../measurements/bytes.mjs';

// Arguments: the views of the page to measure.
console.log(JSON.stringify(await measureScripts(process.argv.slice(2))));
