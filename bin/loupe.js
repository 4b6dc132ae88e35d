#!/usr/bin/env node
// Asking for the version does not need to load the rest.
const [, , first] = process.argv;
if (first === '--version' || first === '-v') console.log(`loupe ${require('../package.json').version}`);
else require('../dist/cli.js');
