import { timeService } from './service.ts';
import { describeTiming } from './timing.ts';

const { mint, draw } = await timeService(200);
console.log(`mint, warm                       ${describeTiming(mint)}`);
console.log(`1200 x 630 webp, never drawn     ${describeTiming(draw)}`);
console.log('median (tenth to ninetieth percentile) of 200 requests, one after another');
