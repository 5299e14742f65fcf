#!/usr/bin/env node
import { runServerCommand } from './run.ts';

process.exitCode = await runServerCommand(process.argv.slice(2), process.env);
