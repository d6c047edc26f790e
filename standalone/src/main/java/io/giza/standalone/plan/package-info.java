/** What a choice of data centers, coding and quorums costs, before it is made. */
@NullMarked
package io.giza.standalone.plan;

import org.jspecify.annotations.NullMarked;
