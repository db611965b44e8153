import type { ReportData } from '../report-data.ts';
import type { Route } from './route.ts';

/** What every view of the page is handed. */
export type PageContext = {
  data: ReportData;
  /** The address of a view. */
  href(route: Route): string;
  /** Changes the address without leaving the view. */
  replace(route: Route): void;
};
