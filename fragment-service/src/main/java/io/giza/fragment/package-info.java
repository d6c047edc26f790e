/** The fragment service of one data center: a Spring Boot application around its blobs. */
@NullMarked
package io.giza.fragment;

import org.jspecify.annotations.NullMarked;
