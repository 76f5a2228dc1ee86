#!/usr/bin/Rscript
# Nested cross-validation with R's CVST, which stops looking at grid points that fall behind: fewer fits, other choices.
# [Krueger, Panknin and Braun 2015]. It reads and prints what nested_cv.py does, from .csv files; its own inner subsets are
# drawn by a seed.
suppressPackageStartupMessages(library(CVST))
folder <- commandArgs(trailingOnly = TRUE)[1]
read_matrix <- function(name) as.matrix(read.csv(file.path(folder, name), header = FALSE))
inputs <- read_matrix("inputs.csv")
classes <- read_matrix("classes.csv")[, 1]
folds <- read_matrix("folds.csv")
grid <- read_matrix("grid.csv")

set.seed(1)
started <- proc.time()[["elapsed"]]
distances <- as.matrix(dist(inputs))^2
levels <- sort(unique(classes))
targets <- outer(classes, levels, "==") * 1

# Kernel ridge regression to centred class indicators: samples are rows of the matrix of distances.
fit <- function(data, params) {
  rows <- unlist(data$x)
  mean <- colMeans(targets[rows, , drop = FALSE])
  K <- exp(-params$gamma * distances[rows, rows])
  diag(K) <- diag(K) + params$ridge
  factor <- chol(K)
  centred <- sweep(targets[rows, , drop = FALSE], 2, mean)
  list(rows = rows, gamma = params$gamma, mean = mean, alpha = backsolve(factor, forwardsolve(t(factor), centred)))
}
decide <- function(model, rows) {
  values <- exp(-model$gamma * distances[rows, model$rows, drop = FALSE]) %*% model$alpha
  levels[max.col(sweep(values, 2, model$mean, "+"), ties.method = "first")]
}
learner <- constructLearner(fit, function(model, data) factor(decide(model, unlist(data$x)), levels))
params <- lapply(seq_len(nrow(grid)), function(g) list(gamma = grid[g, 1], ridge = grid[g, 2], row = g - 1))
names(params) <- seq_along(params)
class(params) <- "CVST.params"

lines <- c()
for (outer_fold in seq_len(ncol(folds))) {
  train <- which(folds[, outer_fold] >= 0)
  data <- constructData(train, factor(classes[train], levels))
  best <- fastCV(data, learner, params, constructCVSTModel(), verbose = FALSE)[[1]]
  predicted <- decide(fit(data, best), which(folds[, outer_fold] < 0))
  lines <- c(lines, paste("chosen", best$row), paste(c("labels", predicted), collapse = " "))
}
seconds <- proc.time()[["elapsed"]] - started
cat(paste("software R", getRversion(), "CVST", packageVersion("CVST"), basename(extSoftVersion()[["BLAS"]])), lines,
    paste("seconds", seconds), sep = "\n")
