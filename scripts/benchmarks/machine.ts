import { machineDriven } from './parts.ts';
import { playSessions } from './play.ts';

await playSessions('machine user', machineDriven);
