# The nearest centroid as a program: Rscript centroid.R TRAIN TEST PREDICTIONS
# The files have a header and a row per sample: its number, the inputs, and, where it trains, the class behind them.
files <- commandArgs(trailingOnly = TRUE)
train <- read.csv(files[1], colClasses = c(row = "character"))
test <- read.csv(files[2], colClasses = c(row = "character"))
kind <- as.character(train[[ncol(train)]])
inputs <- as.matrix(train[-c(1, ncol(train))])
centroids <- rowsum(inputs, kind) / as.vector(table(kind))
nearest <- function(point) rownames(centroids)[which.min(colSums((t(centroids) - point)^2))]
predictions <- data.frame(row = test$row, prediction = apply(as.matrix(test[-1]), 1, nearest))
write.csv(predictions, files[3], row.names = FALSE)
