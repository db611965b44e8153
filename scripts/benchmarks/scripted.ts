import { scripted } from './parts.ts';
import { playSessions } from './play.ts';

await playSessions('scripted user', scripted);
