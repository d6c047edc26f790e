/**
 * The services of a gateway for buckets, objects and uploads as interfaces, with their requests and
 * results.
 */
@NullMarked
package io.giza.gateway.service;

import org.jspecify.annotations.NullMarked;
