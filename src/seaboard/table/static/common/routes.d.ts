// The body and the answer of a request, by its address: `/t/${string}/move` is the route "POST /t/{table_id}/move".
import type { Routes } from "../protocol.js";

type Address<Route> = Route extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${Address<After>}` : Route;
type Of<Method extends string> = {
  [Route in keyof Routes as Route extends `${Method} ${infer Path}` ? Address<Path> : never]: Routes[Route];
};
type WithoutQuery<Path> = Path extends `${infer Before}?${string}` ? Before : Path;
type Find<Path, Known> = WithoutQuery<Path> extends infer Plain ? (Plain extends keyof Known ? Known[Plain] : never) : never;
type Part<Route, Name extends string> = [Route] extends [never] ? never : Route extends { [K in Name]: infer Value } ? Value : undefined;

/** What is posted to an address; nothing can be posted to an unknown one. */
export type PostBody<Path> = string extends Path ? any : Part<Find<Path, Of<"POST">>, "body">;
/** What the server answers to it. */
export type PostAnswer<Path> = string extends Path ? any : Part<Find<Path, Of<"POST">>, "answer">;
/** What the server answers to a GET. */
export type GetAnswer<Path> = string extends Path ? any : Part<Find<Path, Of<"GET">>, "answer">;
