/**
 * What the paper compares Giza with: its put and get as transactions of a system of consensus
 * groups over ranges, behind the same relays. Apache Ignite 3.1 stands for it; it is built by Maven
 * from {@code bench/rivals/ignite} when it is first asked for, and nothing else is linked with it.
 */
@NullMarked
package io.giza.bench.wan.rival;

import org.jspecify.annotations.NullMarked;
